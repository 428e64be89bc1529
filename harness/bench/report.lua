-- One line of JSON in place of wrk's own summary, which rounds. Latencies in microseconds.
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n@{"requests":%d,"micros":%d,"bytes":%d,"p50":%d,"p99":%d,"errors":%d}\n',
    summary.requests, summary.duration, summary.bytes, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
