import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { explainUnserved, unservedReason } from '../../../catalog/serviceFacts/unservedReason.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import { stepAmong } from '../../../ui/controls/gridKeys.ts';
import { ServiceIcon } from '../../live/publication/ServiceIcon.tsx';
import { preferenceChosen, type WithPreferences } from '../../shared/preference/slice.ts';
import { type offerIn, type ServiceOffer, withRecent } from './serviceOffer.ts';

/** Navigation state with the search text, passed from the tiles to the form. */
export const withTyped = (typed: string) => ({ typed: typed.trim() });

/** Location state is untyped and may come from any page. */
export function typedIn(state: unknown): string | undefined {
  const typed = typeof state === 'object' && state !== null && 'typed' in state ? state.typed : undefined;
  return typeof typed === 'string' && typed !== '' ? typed : undefined;
}

export const RECENT_KEY = 'services';

interface ServiceListProps {
  channel: string;
  groups: ReturnType<typeof offerIn>;
  skills: Skills | undefined;
  ref: Ref<HTMLDivElement>;
  /** Called when the arrow keys move up from the first row. */
  onLeave: () => void;
  children: ReactNode;
}

export const buttonsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll('button') ?? [])];

export function ServiceList({ channel, groups, skills, ref, onLeave, children }: ServiceListProps) {
  const { t } = useTranslation();
  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = buttonsIn(event.currentTarget);
    const from = buttons.findIndex((button) => button.contains(document.activeElement));
    const to = stepAmong(event.key, from, buttons);
    if (from < 0 || to === null) return;
    event.preventDefault();
    if (to < 0) onLeave();
    else buttons[to]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it hear the keys; they are heard here once for all
    <div ref={ref} className="offer" onKeyDown={step}>
      {groups.map(({ text, offered }) => (
        <section key={text}>
          <h2>{t(text)}</h2>
          <ul aria-label={t(text)}>
            {offered.map((offer) => (
              <ServiceButton key={offer.id} channel={channel} offered={offer} skills={skills} />
            ))}
          </ul>
        </section>
      ))}
      {children}
    </div>
  );
}

function ServiceButton({
  channel,
  offered,
  skills,
}: {
  channel: string;
  offered: ServiceOffer;
  skills: Skills | undefined;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const recent = useSelector(({ preference }: WithPreferences) => preference[RECENT_KEY]);
  const { id, service, preset } = offered;
  const unserved = skills ? unservedReason(service, skills) : null;
  const reason = unserved && explainUnserved(t, unserved);
  const choose = () => {
    dispatch(preferenceChosen({ key: RECENT_KEY, value: withRecent(recent, id) }));
    navigate(`/${channel}/publication/${service.id}`, { state: withTyped(preset ?? '') });
  };
  return (
    <li>
      {/* An unavailable service stays focusable, so that a screen reader can read the reason. */}
      <button type="button" {...(reason === null ? { onClick: choose } : { 'aria-disabled': true })}>
        <ServiceIcon service={service.id} preset={preset} />
        <span>
          {preset ?? t(service.name)}
          {reason !== null && <small>{reason}</small>}
        </span>
      </button>
    </li>
  );
}
