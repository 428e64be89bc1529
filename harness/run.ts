import { ensureBuilt } from './tools/build/ensureBuilt.ts';
import { requireFreePorts, serve } from './tools/launch/serve.ts';
import { coreEnvironment, settingsOf, welcome } from './tools/launch/settings.ts';
import { runVerb } from './tools/launch/userError.ts';

const FOLDER = '.run';

await runVerb(async () => {
  const settings = settingsOf(process.env);
  await requireFreePorts({ ...settings, folder: FOLDER });
  await ensureBuilt();
  const leaving = new AbortController();
  await serve({
    ...settings,
    folder: FOLDER,
    ready: async (core) => {
      process.stdout.write(welcome(settings, (await core.about()).auths.length > 0));
      if (!process.env.SLUICE_BUNDLE) return;
      // Loads the whole interface.
      const { applyDeclaredIn } = await import('./tools/bundle/declaredStart.ts');
      const environment = { ...process.env, ...coreEnvironment({ ...settings, folder: FOLDER, ui: 'dist' }) };
      // Not awaited, because it may wait for the first account.
      void applyDeclaredIn(environment, 'dist/viewer', leaving.signal);
    },
  }).finally(() => leaving.abort());
});
