import { vpxEncoder, vpxExamples } from '../../vpx.ts';

const kind = { id: 'libvpx', name: 'VP8 (libvpx)', codec: 'vp8' };

export const libvpx = vpxEncoder(kind);

export const examples = vpxExamples(kind);
