import { writeFile } from 'node:fs/promises';
import { type RequestOptions, request } from 'node:https';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ownCertificate } from '../streams/certificate.ts';
import { testTempDir } from '../test/core/testTempDir.ts';
import { NAME, proxies, startProxy } from '../test/proxy/proxies.ts';
import { operate, startDemoChannel } from '../tools/demo/demoChannel.ts';
import { freePort } from '../tools/launch/ports.ts';
import { appears, PATTERN } from './bootImage.ts';
import { ALL_IN_ONE, EMBEDDED } from './buildImages.ts';
import { apiOf, containerFixture, USER } from './containerFixture.ts';
import { countPictures } from './countPictures.ts';

const { container, started, afterwards } = containerFixture();

/** Requests by the proxy's name, for which the certificate is valid. */
const askBy = (port: number, ca: string) => (file: string, body?: unknown) =>
  new Promise<{ status: number; bytes: Buffer }>((resolve, reject) => {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const options: RequestOptions = {
      ...{ host: '127.0.0.1', port, servername: NAME, ca, agent: false, path: file },
      method: sent === undefined ? 'GET' : 'POST',
      headers: { Host: NAME, ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }) },
    };
    const outgoing = request(options, (response) => {
      buffer(response).then((bytes) => resolve({ status: response.statusCode ?? 0, bytes }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(sent);
  });

describe.each([EMBEDDED, ALL_IN_ONE])('the image %s', (image) => {
  it.each(Object.entries(proxies))('serves interface, login and a live stream by HTTPS behind %s', async (_, proxy) => {
    const running = await started((await container(image)).withUser(USER));
    const [folder, port, { cert, key }] = [testTempDir(), await freePort(), ownCertificate(NAME)];
    const certificate = { cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') };
    await Promise.all([writeFile(certificate.cert, cert), writeFile(certificate.key, key)]);
    const corePort = Number(new URL(running.url).port);
    const { stop } = await startProxy(proxy, { port, corePort, folder: path.join(folder, 'proxy'), certificate });
    afterwards(stop);
    const sendToProxy = askBy(port, cert);

    const page = await sendToProxy('/ui/');
    expect([page.status, page.bytes.toString().toLowerCase()]).toEqual([200, expect.stringContaining('<title>')]);
    const login = await sendToProxy('/api/login', { username: USER.name, password: USER.password });
    expect(JSON.parse(login.bytes.toString())).toHaveProperty('access_token');
    await expect(askBy(port, cert)('/metrics')).resolves.toMatchObject({ status: 403 });

    const channel = await operate(await apiOf(running), (operator) => startDemoChannel(operator, PATTERN));
    const playlist = `/memfs/${channel}.m3u8`;
    await appears(`${running.url}${playlist}`);
    const linesOf = async (file: string) =>
      (await sendToProxy(file)).bytes
        .toString()
        .split('\n')
        .filter((line) => /^[^#]/.test(line));
    const urlOfLine = async (file: string, line: string) => new URL(line, `https://${NAME}${file}`);
    let [file, lines] = [playlist, await linesOf(playlist)];
    while (lines[0]?.includes('.m3u8')) {
      const { pathname, search } = await urlOfLine(file, lines[0]);
      file = `${pathname}${search}`;
      lines = await linesOf(file);
    }
    const { pathname, search } = await urlOfLine(file, lines.at(-1) ?? '');
    const segment = path.join(folder, 'segment.ts');
    await writeFile(segment, (await sendToProxy(`${pathname}${search}`)).bytes);
    expect(await countPictures(segment)).toBeGreaterThan(0);
  });
});
