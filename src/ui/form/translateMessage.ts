import type { TFunction } from 'i18next';
import type { Message } from '../../catalog/form/fieldValues.ts';

export const translateMessage = (t: TFunction, message: Message): string =>
  typeof message === 'string' ? t(message) : t(message.text, message.values);
