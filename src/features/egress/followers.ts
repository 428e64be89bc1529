import { UNREAD } from '../../api/answers/fields.ts';
import type { Process } from '../../api/answers/process.ts';
import { egressOf, METADATA_KEY } from '../../api/ids.ts';
import { publicationName } from '../../catalog/factsOf.ts';
import { msg } from '../../i18n/msg.ts';
import { type IngestMetadata, parseEgressMetadata, storedAs } from '../../media/metadata.ts';
import type { Network } from '../../media/network.ts';
import type { Skills } from '../../media/skills.ts';
import { feedsOf } from './control.ts';
import { type Following, followingOf, type Given } from './follow.ts';

/** A publication by its process, and how it goes along. */
export interface Followed {
  id: string;
  name: string;
  following: Following;
}

export interface Turn {
  channel: string;
  before: Given;
  after: Given;
  skills: Skills;
}

type Stored = Pick<IngestMetadata, 'streams' | 'meta' | 'control'>;

export const givenBy = ({ streams, meta, control }: Stored, network: Network): Given => ({
  streams,
  meta,
  feeds: feedsOf(control, network),
});

/** All publications of a channel whose streams or feeds turn into others, but those that stay as they are. */
export const followedIn = (processes: readonly Process[], turn: Turn): Followed[] =>
  processes
    .filter(({ id, reference }) => reference === turn.channel && egressOf(id))
    .map((process) => followedBy(process, turn))
    .filter(({ following }) => following.status !== 'same');

function followedBy({ id, config, metadata: all }: Process, { channel, skills, before, after }: Turn): Followed {
  const service = egressOf(id)?.service ?? '';
  const stored = all === UNREAD ? null : storedAs(parseEgressMetadata, all?.[METADATA_KEY]);
  if (stored?.status !== 'readable' || config === UNREAD) {
    const why = msg('Its settings were made by a newer version or by another program.');
    return { id, name: publicationName(service, ''), following: { status: 'stuck', why } };
  }
  const { metadata } = stored;
  return {
    id,
    name: publicationName(service, metadata.name),
    following: followingOf({ id, channel, skills, metadata, process: config ?? null }, before, after),
  };
}
