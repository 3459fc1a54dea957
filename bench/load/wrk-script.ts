/**
 * For wrk, whose one thread asks for all connections: the requests of a file, a path and perhaps an ETag on each line, from a
 * given one on. Ends with one line of numbers: answers, requests taken from the file, microseconds, p50, p99, and what went wrong.
 */
export const WRK_SCRIPT = `
local requests, made, count = {}, {}, 0
asked, wrong = 0, 0

function init(args)
  for line in io.lines(args[1]) do
    count = count + 1
    requests[count] = line
  end
  -- wrk takes one to look at before it begins.
  asked = tonumber(args[2]) - 1
  local right = {}
  strict = args[3] ~= "200"
  for status in args[3]:gmatch("%d+") do right[tonumber(status)] = true end
  -- Without it wrk does not parse answers further than it must; it counts what is above 399 by itself.
  if strict then
    response = function(status)
      if not right[status] then wrong = wrong + 1 end
    end
  end
end

function request()
  local at = asked % count + 1
  asked = asked + 1
  local text = made[at]
  if text then return text end
  local path, etag = requests[at]:match("^([^\\t]*)\\t?(.*)$")
  if etag ~= "" then
    wrk.headers["If-None-Match"] = etag
  else
    wrk.headers["If-None-Match"] = nil
  end
  text = wrk.format("GET", path)
  made[at] = text
  return text
end

function setup(thread)
  theThread = thread
end

function done(summary, latency)
  local errors = summary.errors
  if theThread:get("strict") then errors.status = 0 end
  io.write(string.format("\\nDONE %d %d %d %d %d %d %d %d %d %d %d\\n", summary.requests, theThread:get("asked"), summary.duration,
    latency:percentile(50), latency:percentile(99), theThread:get("wrong"), errors.status, errors.connect, errors.read,
    errors.write, errors.timeout))
end
`;
