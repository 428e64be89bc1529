import type { ProcessConfig } from '../../../api/answers/process.ts';
import { maskWith } from '../../../media/masking/mask.ts';
import type { EgressMetadata } from '../../../media/stored/metadata.ts';
import { commandLine } from '../../shared/processDetails/commandLine.ts';
import {
  type FormContext,
  metadataOf,
  type PublicationDraft,
  processOf,
  sentStreams,
} from '../egress/publicationDraft.ts';

/** What the form makes of itself, without secrets: where it goes to, how it is coded, and what is executed. */
export interface CommandPreview {
  command: string;
  /** As in "copy h264, aac". */
  coding: string;
}

/** null: with these settings nothing is sent. */
export function commandPreviewOf(
  context: FormContext,
  draft: PublicationDraft,
  stored: EgressMetadata,
): CommandPreview | null {
  const process = processOf(context, metadataOf(context, draft, stored), '');
  const mask = maskWith(context.service.secrets(draft.settings));
  return process && { command: commandLine(commandOf(process), mask), coding: codingOf(context, draft) };
}

/** The arguments as the core puts them together. */
const commandOf = ({ input, output, options }: ProcessConfig) => [
  'ffmpeg',
  ...options,
  ...input.flatMap((one) => [...one.options, '-i', one.address]),
  ...output.flatMap((one) => [...one.options, one.address]),
];

const codingOf = (context: FormContext, { profile }: PublicationDraft) =>
  sentStreams(context, profile)
    .map(({ type, codec }) => {
      const coder = type === 'video' || type === 'audio' ? profile[type].encoder.coder : '';
      return coder === 'copy' ? `copy ${codec}` : codec;
    })
    .join(', ');
