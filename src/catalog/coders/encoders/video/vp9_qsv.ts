import { qsvEncoder, qsvExamples } from '../../qsv.ts';

export const vp9_qsv = qsvEncoder({
  id: 'vp9_qsv',
  name: 'VP9 (Intel Quick Sync)',
  codec: 'vp9',
  profiles: ['profile0'],
});

export const examples = qsvExamples(vp9_qsv, 'profile0');
