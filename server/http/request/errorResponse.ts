import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../util/apiError.ts';
import { expectsContinue } from './bodyReader.ts';

const REST_MS = 2_000;

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
export const createRouteNotFound = (): ApiError => new ApiError(404, 'Not Found', ['Not Found']);

export const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(500, 'Internal Server Error', ['Internal Server Error']);

/** HEAD gets no body. */
export function refuse(
  response: ServerResponse,
  error: ApiError,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) {
    // Too late for a status: a partial response must not look complete.
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

/** Discards the rest of the request for a while: closing at once would hide the response from the client. */
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
