import { msg } from '../../i18n/msg.ts';
import type { Example } from '../form/argumentExampleTypes.ts';
import { defineSource } from '../form/defineCatalogEntry.ts';

const sourceWithoutInput = (id: string, name: string) =>
  defineSource({
    id,
    name,
    media: ['audio'],
    fields: {},
    inputs: () => [{ address: '', options: [] }],
    ready: () => true,
  });

/** For a channel without audio: the profile refers to no source. */
export const noaudio = sourceWithoutInput('noaudio', msg('No audio'));

/** For the audio of the video source: the profile refers to source 0. */
export const videoaudio = sourceWithoutInput('videoaudio', msg('Audio from the video source'));

const withoutInput: Example[] = [
  { given: {}, expect: [{ address: '', options: [] }] },
  { given: { source: 'left over' }, expect: [{ address: '', options: [] }] },
];

export const examples: Record<string, Example[]> = { noaudio: withoutInput, videoaudio: withoutInput };
