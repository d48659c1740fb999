/* The files of a report's page as part of the program: nothing to install, nothing to look for. */
#ifndef CREPORTPAGE_H
#define CREPORTPAGE_H

/* page.html, style.css, and records.js, sheet.js and photo.js as one script; each ended by NUL. */
extern const char *const report_page;
extern const char *const report_style;
extern const char *const report_script;

#endif
