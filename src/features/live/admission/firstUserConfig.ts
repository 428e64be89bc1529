import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process } from '../../../api/answers/process.ts';
import { METADATA_KEY } from '../../../api/processIds.ts';
import { maskNamedSecrets } from '../../../media/masking/maskNamedSecrets.ts';
import { parseEgressMetadata, parseIngestMetadata } from '../../../media/stored/metadata.ts';
import type { FoundProcess } from '../../gate/host/host.ts';
import type { NewCore } from '../../gate/session/slice.ts';

export interface FirstUser {
  username: string;
  password: string;
}

/**
 * The config of a core that gets its first user. Whoever could reach it before could read its secrets and change its
 * settings: the secrets are new, and no other way past the login stays open. What the environment sets is left out, as
 * it would not count.
 */
export function firstUserConfig(
  { version, overrides, memoryUser }: Pick<NewCore, 'version' | 'overrides' | 'memoryUser'>,
  { username, password }: FirstUser,
  secret: () => string,
) {
  const fields: readonly (readonly [field: string, value: string | boolean])[] = [
    ['api.auth.enable', true],
    ['api.auth.username', username],
    ['api.auth.password', password],
    ['api.auth.disable_localhost', false],
    ['api.auth.auth0.enable', false],
    ['api.auth.jwt.secret', `${secret()}-${secret()}`],
    ['storage.memory.auth.enable', true],
    ['storage.memory.auth.username', memoryUser || 'admin'],
    ['storage.memory.auth.password', secret()],
    // Cores report to their makers unless they are told not to; nobody was asked.
    ['update_check', false],
  ];
  return fields
    .filter(([field]) => !overrides.includes(field))
    .reduce<Patch>((patch, [field, value]) => withField(patch, field.split('.'), value), { version });
}

type Patch = { version: number; [name: string]: unknown };
type Part = { [name: string]: unknown };

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

function withField<P extends Part>(part: P, [name = '', ...rest]: readonly string[], value: unknown): P {
  const inner = part[name];
  return { ...part, [name]: rest.length === 0 ? value : withField(isPart(inner) ? inner : {}, rest, value) };
}

/** Longer ones are somebody's joke: they are cut where they are shown. */
const LONGEST = 200;
const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);

/** What a person recognizes a process by. */
export const foundIn = (processes: readonly Process[]): FoundProcess[] =>
  processes.map(({ id, config, metadata }) => {
    const stored = metadata === UNREAD ? undefined : metadata?.[METADATA_KEY];
    const { input = [], output = [] } = config === UNREAD ? {} : (config ?? {});
    const addresses = [...input, ...output].map(({ address }) => address);
    return {
      id,
      name: cut(parseIngestMetadata(stored).meta.name || parseEgressMetadata(stored).name),
      addresses: addresses.map((address) => cut(maskNamedSecrets(address))),
    };
  });
