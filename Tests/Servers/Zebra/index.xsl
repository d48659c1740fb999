<?xml version="1.0" encoding="UTF-8"?>
<!-- What Zebra finds our records by. Like some real catalogues it also indexes the ISBNs of related books
     (776 $z), so that a search can bring a record of another book. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:z="http://indexdata.com/zebra-2.0">
  <xsl:output method="xml" encoding="UTF-8"/>
  <xsl:template match="text()"/>
  <xsl:template match="*[local-name()='record']">
    <z:record>
      <xsl:apply-templates/>
    </z:record>
  </xsl:template>
  <xsl:template match="*[local-name()='datafield']">
    <xsl:for-each select="*[local-name()='subfield']">
      <xsl:if test="../@tag='010' and @code='a'">
        <z:index name="lccn:w"><xsl:value-of select="normalize-space(.)"/></z:index>
      </xsl:if>
      <xsl:choose>
        <xsl:when test="(../@tag='020' or ../@tag='010') and @code='a' or ../@tag='776' and @code='z'">
          <z:index name="isbn:w">
            <xsl:value-of select="translate(substring-before(concat(., ' '), ' '), '-', '')"/>
          </z:index>
        </xsl:when>
        <xsl:when test="(../@tag='245' or ../@tag='200') and contains('abe', @code)">
          <z:index name="title:w"><xsl:value-of select="."/></z:index>
        </xsl:when>
        <xsl:when test="../@tag='100' or ../@tag='700'">
          <z:index name="author:w"><xsl:value-of select="."/></z:index>
        </xsl:when>
      </xsl:choose>
    </xsl:for-each>
  </xsl:template>
</xsl:stylesheet>
