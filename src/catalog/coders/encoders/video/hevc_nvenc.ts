import { nvencEncoder, nvencExamples } from '../../nvenc.ts';

const kind = { id: 'hevc_nvenc', name: 'HEVC (NVENC)', codec: 'hevc' };

export const hevc_nvenc = nvencEncoder(kind);

export const examples = nvencExamples(kind);
