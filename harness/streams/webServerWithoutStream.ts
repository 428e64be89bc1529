import { createServer, type RequestListener } from 'node:http';
import { listenOnLoopback, type OpenServer } from './listenOnLoopback.ts';

const PLAYLIST = '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n';
const hls = (body: string) => ({ type: 'application/vnd.apple.mpegurl', body });

const PAGES: Readonly<Record<string, { type: string; body: string }>> = {
  '/page.html': { type: 'text/html', body: `<!doctype html><title>Camera</title>${'<p>Log in</p>'.repeat(200)}` },
  '/empty.m3u8': hls(PLAYLIST),
  '/gone.m3u8': hls(`${PLAYLIST}#EXTINF:2,\n404/1.ts\n#EXTINF:2,\n404/2.ts\n#EXTINF:2,\n404/3.ts\n`),
};

const answer: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://source');
  if (pathname === '/silence') return;
  const page = PAGES[pathname];
  if (page) {
    response.writeHead(200, { 'Content-Type': page.type }).end(page.body);
    return;
  }
  const status = Number(/\/(\d{3})(?:\/|$)/.exec(pathname)?.[1] ?? 404);
  response.writeHead(status, status === 401 ? { 'WWW-Authenticate': 'Basic realm="camera"' } : {}).end();
};

/** `/403` responds with 403, `/silence` never, other paths with data that is no video. */
export const webServerWithoutStream = (): Promise<OpenServer> => listenOnLoopback(createServer(answer));
