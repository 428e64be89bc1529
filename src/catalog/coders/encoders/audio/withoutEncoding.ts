import { msg } from '../../../../i18n/msg.ts';
import { fixedEncoder, fixedExamples } from '../../fixedEncoder.ts';

export const audioWithoutEncoding = fixedEncoder({
  id: 'copy',
  name: msg('Unchanged (passthrough)'),
  type: 'audio',
  words: ['-codec:a', 'copy'],
});

export const noAudio = fixedEncoder({ id: 'none', name: msg('No audio'), type: 'audio', words: ['-an'] });

export const examples = { copy: fixedExamples('-codec:a', 'copy'), none: fixedExamples('-an') };
