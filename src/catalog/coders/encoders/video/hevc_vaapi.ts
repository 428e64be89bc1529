import { vaapiEncoder, vaapiExamples } from '../../vaapi.ts';

const kind = { id: 'hevc_vaapi', name: 'HEVC (Intel VAAPI)', codec: 'hevc', profile: { value: '1', label: 'main' } };

export const hevc_vaapi = vaapiEncoder(kind);

export const examples = vaapiExamples(kind);
