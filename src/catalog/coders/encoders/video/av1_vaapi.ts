import { vaapiEncoder, vaapiExamples } from '../../vaapi.ts';

const kind = { id: 'av1_vaapi', name: 'AV1 (Intel VAAPI)', codec: 'av1', profile: { value: '0', label: 'main' } };

export const av1_vaapi = vaapiEncoder(kind);

export const examples = vaapiExamples(kind);
