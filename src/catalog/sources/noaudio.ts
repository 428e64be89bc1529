import { msg } from '../../i18n/msg.ts';
import { examplesWithoutInput, withoutInput } from '../withoutInput.ts';

/** Stands for a channel without sound: the profile points to no source. */
export const noaudio = withoutInput('noaudio', msg('No audio'));

export const examples = examplesWithoutInput;
