import type { Stream } from '../../../../media/encoding/streams.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { audioEncoder, audioExamples } from '../../audioEncoder.ts';

const ADTS_TO_ASC = ['-bsf:a', 'aac_adtstoasc'];
const after = ({ codec }: Stream) => (codec === 'aac' ? ADTS_TO_ASC : []);

export const aac = audioEncoder({ id: 'aac', name: 'AAC', codec: 'aac', after });
export const libfdk_aac = audioEncoder({ id: 'libfdk_aac', name: 'AAC (libfdk_aac)', codec: 'aac' });
export const aac_at = audioEncoder({ id: 'aac_at', name: 'AAC (AudioToolbox)', codec: 'aac', hardware: true, after });

export const examples: Record<string, CoderExample[]> = {
  aac: audioExamples('aac', ADTS_TO_ASC),
  libfdk_aac: audioExamples('libfdk_aac'),
  aac_at: audioExamples('aac_at', ADTS_TO_ASC),
};
