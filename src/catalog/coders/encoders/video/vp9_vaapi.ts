import { vaapiEncoder, vaapiExamples } from '../../vaapi.ts';

const kind = { id: 'vp9_vaapi', name: 'VP9 (Intel VAAPI)', codec: 'vp9', profile: { value: '0', label: '0' } };

export const vp9_vaapi = vaapiEncoder(kind);

export const examples = vaapiExamples(kind);
