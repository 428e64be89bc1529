import { ensureBuilt } from './build/ensure.ts';
import { claimMachine, serve } from './launch/serve.ts';
import { settingsOf, welcome } from './launch/settings.ts';
import { verb } from './launch/userError.ts';

await verb(async () => {
  const settings = settingsOf(process.env);
  await claimMachine({ ...settings, folder: '.run' });
  await ensureBuilt();
  await serve({
    ...settings,
    folder: '.run',
    ready: async (core) => {
      process.stdout.write(welcome(settings, (await core.about()).auths.length > 0));
    },
  });
});
