import { ensureBuilt } from '../build/ensure.ts';
import { claimMachine, serve } from '../launch/serve.ts';
import { settingsOf, welcome } from '../launch/settings.ts';
import { verb } from '../launch/userError.ts';
import { ensureDemoChannel, logIn } from './channel.ts';
import { demoPassword } from './password.ts';

const FOLDER = '.run/demo';

await verb(async () => {
  const settings = settingsOf(process.env);
  await claimMachine({ ...settings, folder: FOLDER });
  await ensureBuilt();
  const user = { name: 'admin', password: demoPassword(FOLDER) };
  await serve({
    ...settings,
    folder: FOLDER,
    user,
    ready: async ({ address }) => {
      await ensureDemoChannel(await logIn(address, user));
      process.stdout.write(`${welcome(settings, true)}\n  User ${user.name}, password ${user.password}\n`);
    },
  });
});
