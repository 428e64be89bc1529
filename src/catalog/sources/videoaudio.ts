import { msg } from '../../i18n/msg.ts';
import { defineSourceWithoutInput, examplesWithoutInput } from '../defineSourceWithoutInput.ts';

/** Stands for the audio of the video source: the profile points to source 0. */
export const videoaudio = defineSourceWithoutInput('videoaudio', msg('Audio from the video source'));

export const examples = examplesWithoutInput;
