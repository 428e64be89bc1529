import { qsvEncoder, qsvExamples } from '../../qsv.ts';

export const av1_qsv = qsvEncoder({
  id: 'av1_qsv',
  name: 'AV1 (Intel Quick Sync)',
  codec: 'av1',
  profiles: ['main'],
});

export const examples = qsvExamples(av1_qsv, 'main');
