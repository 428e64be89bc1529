import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../util/apiError.ts';
import { expectsContinue } from './bodyReader.ts';

/** How long what is left of a body is read, and thrown away, once its request is answered. */
const REST_MS = 2_000;

/** A client that keeps sending after the answer is read only for a limited time. */
export function endAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  response.once('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    const timer = setTimeout(() => {
      if (!request.complete) socket.destroy();
    }, REST_MS);
    socket.once('close', () => clearTimeout(timer));
    request.once('end', () => clearTimeout(timer));
  });
}

export const JSON_TYPE = 'application/json; charset=UTF-8';

export const formatErrorBody = ({
  status,
  message,
  details,
}: Pick<ApiError, 'status' | 'message' | 'details'>): string =>
  `${JSON.stringify({ code: status, message, details })}\n`;

export const createFileNotFound = (path: string): ApiError => new ApiError(404, 'File not found', [path]);
/** No such route, or not with this method. */
export const createRouteNotFound = (): ApiError => new ApiError(404, 'Not Found', ['Not Found']);

/** Turns whatever was thrown into a refusal; what is not one is a fault of ours. */
export const toApiError = (error: unknown): ApiError =>
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
  const body = formatErrorBody(error);
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
