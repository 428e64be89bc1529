import { qsvEncoder, qsvExamples } from '../../qsv.ts';

export const hevc_qsv = qsvEncoder({
  id: 'hevc_qsv',
  name: 'HEVC (Intel Quick Sync)',
  codec: 'hevc',
  profiles: ['main'],
});

export const examples = qsvExamples(hevc_qsv, 'main');
