import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Files } from '../../../api/answers/files.ts';
import type { Process, ProcessConfig } from '../../../api/answers/process.ts';
import { egressOf } from '../../../api/processIds.ts';
import { publicationName } from '../../../catalog/serviceFacts/serviceFactsOf.ts';
import { serviceOf } from '../../../catalog/services/index.ts';
import { msg } from '../../../i18n/msg.ts';
import { isBackup, outputIdsOf } from '../../../media/channel/publicationOutputs.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import { type HoldSettings, MOST_CHARACTERS } from '../../../media/hold/holdSettings.ts';
import {
  type ChannelObstacle,
  type ProtectionObstacle,
  protectionObstacle,
} from '../../../media/hold/protectionObstacle.ts';
import { readsHold, withHold, withoutHold } from '../../../media/hold/readsHold.ts';
import { parseLookSettings } from '../../../media/look/lookSettings.ts';
import { egressInput } from '../../../media/process/egress.ts';
import type { EgressMetadata } from '../../../media/stored/metadata.ts';
import { egressesIn } from '../../live/channel/discoverChannels.ts';
import { replaceInput } from '../egress/adaptPublicationToChannel.ts';
import { type PublicationWrite, sendsOf } from '../egress/publicationDraft.ts';
import { publicationsAmong } from '../egress/publicationsAfterChannelChange.ts';
import { egressStored } from '../rendition/duplicateEncodings.ts';
import type { BackupDraft, FoundBackups } from './backups.ts';

/** Stands for the picture that is stored on the disk of the core. */
export const STORED_PICTURE = 'stored';

export interface SlateDraft {
  /** `picture`: '' for the text card, STORED_PICTURE, or the data URL of a picked picture. */
  card: { text: string; theme: 'dark' | 'light'; picture: string };
  limitMinutes: number | null;
  /** See `HoldSettings`. */
  stillSeconds: number | null;
  /** Whether the agent looks at the stream. */
  looks: boolean;
  backups: readonly BackupDraft[];
  /** Protection by the id of a publication's first output. */
  protect: Readonly<Record<string, boolean>>;
}

export interface ListedPublication {
  id: string;
  name: string;
  obstacle: ProtectionObstacle | null;
  /** As its process reads. */
  isProtected: boolean;
  /** Whether its process should run. */
  on: boolean;
  /** Whether it reads a server of the core; protection switches it to a playlist. */
  isServed: boolean;
  outputs: readonly { process: ProcessConfig; metadata: EgressMetadata }[];
}

export interface FoundSlate {
  /** Stored settings of the channel, including unknown entries. */
  stored: unknown;
  /** null: no image on the disk of the core. */
  image: Files[number] | null;
  address: string;
  publications: readonly ListedPublication[];
  backups: FoundBackups;
}

/** @param processes those of the channel, with config, metadata and state */
export function publicationsOn(
  processes: readonly Process[],
  channel: string,
  obstacle: ChannelObstacle | null,
): ListedPublication[] {
  const egresses = egressesIn(processes, channel);
  return publicationsAmong(processes, channel).flatMap((process): ListedPublication[] => {
    const { id, state } = process;
    if (isBackup(egresses, id)) return [];
    const { service: name = '' } = egressOf(id) ?? {};
    const outputs = processes
      .filter((process) => outputIdsOf(egresses, id).includes(process.id))
      .flatMap((process) => {
        const metadata = egressStored(process);
        return metadata && process.config && process.config !== UNREAD ? [{ process: process.config, metadata }] : [];
      })
      .toSorted((output) => (output.process.id === id ? -1 : 1));
    const [first] = outputs;
    const source = first?.metadata.control.source;
    const service = serviceOf(name);
    return [
      {
        id,
        name: publicationName(name, first?.metadata.name ?? ''),
        obstacle: source
          ? protectionObstacle({
              channel: obstacle,
              sends: service ? sendsOf(service) : 'stream',
              rendition: source.rendition,
            })
          : 'newer',
        isProtected: source !== undefined && readsHold(source),
        on: state?.order === 'start',
        isServed: source?.source === 'rtmp' || source?.source === 'srt',
        outputs,
      },
    ];
  });
}

/** @param usual default text and settings, used if none are stored */
export function slateDraftOf(
  settings: HoldSettings | null,
  { stored, image, publications }: Pick<FoundSlate, 'stored' | 'image' | 'publications'>,
  usual: { text: string; settings: HoldSettings },
  backups: readonly BackupDraft[],
): SlateDraft {
  const { card, limitMinutes, stillSeconds } = settings ?? usual.settings;
  return {
    card: {
      text: settings === null ? usual.text : card.text,
      theme: card.theme,
      picture: card.picture && image !== null ? STORED_PICTURE : '',
    },
    limitMinutes,
    stillSeconds,
    looks: parseLookSettings(stored).on,
    backups,
    protect: Object.fromEntries(publications.map(({ id, isProtected }) => [id, isProtected])),
  };
}

export const holdSettingsOf = ({ card, limitMinutes, stillSeconds }: SlateDraft): HoldSettings => ({
  limitMinutes,
  stillSeconds,
  card: { text: card.text, theme: card.theme, picture: card.picture !== '' },
});

export function slateFaultsOf({ card }: Pick<SlateDraft, 'card'>): { text?: string } {
  return card.picture === '' && card.text.length > MOST_CHARACTERS
    ? { text: msg('The text is too long. Use up to 500 characters.') }
    : {};
}

export const switchedIn = (publications: readonly ListedPublication[], { protect }: Pick<SlateDraft, 'protect'>) =>
  publications.filter(({ id, isProtected }) => (protect[id] ?? isProtected) !== isProtected);

/** Returns the processes of a publication with its protection toggled; everything else stays as it runs. */
export const switchedOutputs = (
  { outputs, isProtected }: Pick<ListedPublication, 'outputs' | 'isProtected'>,
  channel: string,
  skills: Pick<Skills, 'ffmpeg' | 'codecs'>,
): PublicationWrite[] =>
  outputs.map(({ process, metadata }) => {
    const control = (isProtected ? withoutHold : withHold)(metadata.control);
    const [before, after] = [metadata.control.source, control.source].map((source) =>
      egressInput(source, channel, skills),
    );
    return {
      metadata: { ...metadata, control },
      process: before && after ? replaceInput(process, before, after) : process,
    };
  });
