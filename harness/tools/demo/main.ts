import { openHeadless } from '../../../src/headless.ts';
import { ensureBuilt } from '../build/ensureBuilt.ts';
import { requireFreePorts, serve } from '../launch/serve.ts';
import { settingsOf, welcome } from '../launch/settings.ts';
import { runVerb } from '../launch/userError.ts';
import { startDemoChannel } from './demoChannel.ts';
import { demoPassword } from './demoPassword.ts';

const FOLDER = '.run/demo';

await runVerb(async () => {
  const settings = settingsOf(process.env);
  await requireFreePorts({ ...settings, folder: FOLDER });
  await ensureBuilt();
  const user = { name: 'admin', password: await demoPassword(FOLDER) };
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
