-- Card pages as readers open them: a random reader's session, a random book. Arguments: a file of cookies, one of paths, and
-- the mean seconds that a reader looks at a page.
local cookies, paths, pause = {}, {}, 0
local refused = 0

function init(arguments)
    for line in io.lines(arguments[1]) do cookies[#cookies + 1] = line end
    for line in io.lines(arguments[2]) do paths[#paths + 1] = line end
    pause = tonumber(arguments[3]) * 1000
    math.randomseed(os.time())
    if pause == 0 then delay = nil end
end

function delay() return math.floor(pause * (0.5 + math.random())) end

function request()
    return wrk.format("GET", paths[math.random(#paths)], {Cookie = cookies[math.random(#cookies)]})
end

function done(summary, latency)
    local errors = summary.errors
    io.write(string.format("%d %d %d %d %d %d\n", summary.requests, summary.duration, latency:percentile(50),
        latency:percentile(99), latency.max,
        errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
