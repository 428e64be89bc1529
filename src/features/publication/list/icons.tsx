import type { Service } from '../../../catalog/define.ts';
import type { IconName } from '../../../ui/icons.tsx';

export const icons: Record<Service['category'], IconName> = {
  platform: 'encoder',
  software: 'server',
  universal: 'network',
};
