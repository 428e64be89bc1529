import { ensureBuilt } from './tools/build/ensureBuilt.ts';
import { requireFreePorts, serve } from './tools/launch/serve.ts';
import { settingsOf, welcome } from './tools/launch/settings.ts';
import { runVerb } from './tools/launch/userError.ts';

await runVerb(async () => {
  const settings = settingsOf(process.env);
  await requireFreePorts({ ...settings, folder: '.run' });
  await ensureBuilt();
  await serve({
    ...settings,
    folder: '.run',
    ready: async (core) => {
      process.stdout.write(welcome(settings, (await core.about()).auths.length > 0));
    },
  });
});
