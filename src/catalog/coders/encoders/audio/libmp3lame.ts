import { audioEncoder, audioExamples } from '../../audioEncoder.ts';

export const libmp3lame = audioEncoder({ id: 'libmp3lame', name: 'MP3 (libmp3lame)', codec: 'mp3' });

export const examples = audioExamples('libmp3lame');
