import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TruncatedName } from '../controls/TruncatedName.tsx';
import { type StateProps, StateWord } from '../feedback/StateChip.tsx';
import { Icon } from '../look/icons.tsx';

type ThumbProps = Omit<ComponentProps<'button'>, 'className' | 'type'> & {
  name: string;
  snapshot: string | null;
  /** null until known. */
  state: StateProps | 'new' | null;
};

export function SnapshotTile({ name, snapshot, state, children, ...rest }: ThumbProps) {
  const { t } = useTranslation();
  // The snapshot may be deleted before it is requested.
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <button {...rest} type="button" className="thumb">
      <span className="thumb-picture">
        {snapshot === null || snapshot === broken ? (
          <Icon name="camera" size={32} />
        ) : (
          <img src={snapshot} alt="" loading="lazy" onError={() => setBroken(snapshot)} />
        )}
      </span>
      <TruncatedName className="thumb-name" of={name} />
      <span className="thumb-state">
        {state === 'new' ? <span className="dim">{t('Not set up yet')}</span> : state && <StateWord {...state} />}
      </span>
      {children}
    </button>
  );
}
