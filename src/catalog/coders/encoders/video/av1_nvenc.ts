import { nvencEncoder, nvencExamples } from '../../nvenc.ts';

const kind = { id: 'av1_nvenc', name: 'AV1 (NVENC)', codec: 'av1' };

export const av1_nvenc = nvencEncoder(kind);

export const examples = nvencExamples(kind, { major: 6, minor: 1 });
