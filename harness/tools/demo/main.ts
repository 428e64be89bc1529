import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openHeadless } from '../../../src/headless.ts';
import { ensureBuilt } from '../build/ensureBuilt.ts';
import { requireFreePorts, serve } from '../launch/serve.ts';
import { settingsOf, welcome } from '../launch/settings.ts';
import { runVerb } from '../launch/userError.ts';
import { startDemoChannel } from './demoChannel.ts';

/** The demo makes its password at its first start: a fixed one would be the same everywhere. */
function demoPassword(folder: string): string {
  const file = path.join(folder, 'password');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // the first start
  }
  mkdirSync(folder, { recursive: true });
  const password = randomBytes(9).toString('base64url');
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}

const FOLDER = '.run/demo';

await runVerb(async () => {
  const settings = settingsOf(process.env);
  await requireFreePorts({ ...settings, folder: FOLDER });
  await ensureBuilt();
  const user = { name: 'admin', password: demoPassword(FOLDER) };
  await serve({
    ...settings,
    folder: FOLDER,
    user,
    ready: async ({ address }) => {
      const sluice = openHeadless({ address, assets: 'dist/viewer' });
      try {
        await sluice.logIn(user);
        await startDemoChannel(sluice);
      } finally {
        sluice.stop();
      }
      process.stdout.write(`${welcome(settings, true)}\n  User ${user.name}, password ${user.password}\n`);
    },
  });
});
