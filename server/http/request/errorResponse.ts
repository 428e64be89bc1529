import type { ServerResponse } from 'node:http';
import { ApiError } from '../../apiError.ts';
import { expectsContinue } from '../files/upload.ts';
import { REST_MS } from '../limits/readAfterAnswer.ts';

export const JSON_TYPE = 'application/json; charset=UTF-8';

export const errorBody = ({ status, message, details }: Pick<ApiError, 'status' | 'message' | 'details'>): string =>
  `${JSON.stringify({ code: status, message, details })}\n`;

export const notFound = (path: string): ApiError => new ApiError(404, 'File not found', [path]);
/** No such route, or not with this method. */
export const noRoute = (): ApiError => new ApiError(404, 'Not Found', ['Not Found']);

/** Turns whatever was thrown into a refusal; what is not one is a fault of ours. */
export const refusalOf = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(500, 'Internal Server Error', ['Internal Server Error']);

/** Answers with an error body. HEAD gets none. */
export function refuse(
  response: ServerResponse,
  error: ApiError,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) {
    // Too late for a status: the client must not take what it has for the whole.
    response.destroy();
    return;
  }
  const body = errorBody(error);
  const { req } = response;
  // The rest of a body must not be parsed as the next request.
  if (!req.complete) response.setHeader('Connection', 'close');
  response.writeHead(error.status, {
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  });
  if (req.method === 'HEAD') response.end();
  else if (req.complete || req.destroyed || expectsContinue(req)) response.end(body);
  else endEarly(response, body);
}

/**
 * Ends an answer that comes before all of the request was read. Closing at once would break the connection off under a
 * client that is still sending, and it would never see why: so what it sends is read for a while and thrown away.
 */
function endEarly(response: ServerResponse, body: string): void {
  const { req } = response;
  response.write(body);
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, REST_MS);
  req.once('end', end);
  req.once('close', end);
  response.once('close', () => clearTimeout(timer));
  req.resume();
}
