import { readAgentSettings } from '../../../agent/agentSettings.ts';
import { createCoreClient } from '../../../src/api/client.ts';
import { applyDeclared } from './applyDeclared.ts';

/**
 * Applies the installation that `SLUICE_BUNDLE` names, if any. Never rejects.
 *
 * @param environment as the core or the agent beside it gets it
 */
export async function applyDeclaredIn(
  environment: Readonly<Record<string, string | undefined>>,
  assets: string | null,
  leave = new AbortController().signal,
): Promise<void> {
  const setting = (name: string) => environment[name] || null;
  const place = setting('SLUICE_BUNDLE');
  if (place === null) return;
  const print = (line: string) => process.stderr.write(`sluice bundle: ${line}\n`);
  try {
    const { core: address, credentials } = readAgentSettings(environment);
    const [username, password] = [setting('CORE_API_AUTH_USERNAME'), setting('CORE_API_AUTH_PASSWORD')];
    await applyDeclared({
      ...{ place, passphraseFile: setting('SLUICE_BUNDLE_PASSPHRASE_FILE'), assets, print, leave },
      core: createCoreClient({ address }),
      // A core that gets its account from the environment does not store it.
      credentials: () => (username !== null && password !== null ? { username, password } : credentials()),
    });
  } catch (error) {
    if (leave.aborted) return;
    print(`not applied: ${error instanceof Error ? error.message : String(error)}`);
  }
}
