import type { ServerResponse } from 'node:http';

const LINGER_MS = 2_000;

/**
 * Ends an answer that comes before all of the request was read. Closing at once would break the connection off under a
 * client that is still sending, and it would never see why: so what it sends is read for a while and thrown away.
 */
export function endEarly(response: ServerResponse, body: string): void {
  const { req } = response;
  response.write(body);
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  req.once('end', end);
  req.once('close', end);
  response.once('close', () => clearTimeout(timer));
  req.resume();
}
