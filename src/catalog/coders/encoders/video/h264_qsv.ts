import { qsvEncoder, qsvExamples } from '../../qsv.ts';

export const h264_qsv = qsvEncoder({
  id: 'h264_qsv',
  name: 'H.264 (Intel Quick Sync)',
  codec: 'h264',
  profiles: ['baseline', 'main', 'high'],
});

export const examples = qsvExamples(h264_qsv, 'baseline');
