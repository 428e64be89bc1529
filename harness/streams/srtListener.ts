import { freePort } from '../tools/launch/ports.ts';
import { runFfmpeg } from './ffmpeg.ts';

interface SrtListener extends AsyncDisposable {
  /** `127.0.0.1:port` */
  readonly host: string;
}

/** Accepts one caller with the passphrase, and rejects all others. */
export async function srtListener(passphrase: string): Promise<SrtListener> {
  const host = `127.0.0.1:${await freePort()}`;
  const ffmpeg = runFfmpeg(['-passphrase', passphrase, '-i', `srt://${host}?mode=listener`, '-f', 'null', '-']);
  return { host, [Symbol.asyncDispose]: () => ffmpeg.stop() };
}
