import { coreMessageMeaning } from '../../../media/coreInfo/coreMessages.ts';
import { type Notice, reasonText, type Translate } from './slice.ts';

export function noticeText({ text, values }: Pick<Notice, 'text' | 'values'>, t: Translate): string {
  const words = values.map((value, i) => [
    String(i),
    typeof value === 'string' ? value : reasonText(coreMessageMeaning(value.text) ?? value.text, t),
  ]);
  return t(text, Object.fromEntries(words));
}
