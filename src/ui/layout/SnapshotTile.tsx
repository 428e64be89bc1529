import type { ComponentProps, ReactNode } from 'react';
import { TruncatedName } from '../controls/TruncatedName.tsx';

type SnapshotTileProps = Omit<ComponentProps<'button'>, 'className' | 'type'> & {
  name: string;
  picture: ReactNode;
  state: ReactNode;
};

export function SnapshotTile({ name, picture, state, children, ...rest }: SnapshotTileProps) {
  return (
    <button {...rest} type="button" className="thumb">
      <span className="thumb-picture">{picture}</span>
      <TruncatedName className="thumb-name" of={name} />
      <span className="thumb-state">{state}</span>
      {children}
    </button>
  );
}
