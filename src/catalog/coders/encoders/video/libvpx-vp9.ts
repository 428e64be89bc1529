import { vpxEncoder, vpxExamples } from '../../vpx.ts';

const kind = { id: 'libvpx-vp9', name: 'VP9 (libvpx-vp9)', codec: 'vp9' };

export const libvpxvp9 = vpxEncoder(kind);

export const examples = vpxExamples(kind);
