import { msg } from '../../../../i18n/msg.ts';
import { fixedEncoder, fixedExamples } from '../../fixedEncoder.ts';

// No -vsync and no -copyts: a copied stream keeps its timestamps anyway, and newer versions removed -vsync.
export const videoWithoutEncoding = fixedEncoder({
  id: 'copy',
  name: msg('Unchanged (passthrough)'),
  type: 'video',
  words: ['-codec:v', 'copy'],
});

export const noVideo = fixedEncoder({ id: 'none', name: msg('No video'), type: 'video', words: ['-vn'] });

export const rawvideo = fixedEncoder({
  id: 'rawvideo',
  name: 'RAWVIDEO',
  type: 'video',
  words: ['-codec:v', 'rawvideo'],
});

export const examples = {
  copy: fixedExamples('-codec:v', 'copy'),
  none: fixedExamples('-vn'),
  rawvideo: fixedExamples('-codec:v', 'rawvideo'),
};
