import { msg } from '../../i18n/msg.ts';
import { examplesWithoutInput, sourceWithoutInput } from '../sourceWithoutInput.ts';

/** Stands for a channel without sound: the profile points to no source. */
export const noaudio = sourceWithoutInput('noaudio', msg('No audio'));

export const examples = examplesWithoutInput;
