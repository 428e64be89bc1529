import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { FoundProcess } from '../../features/gate/host/host.ts';
import { processesReviewed } from '../../features/live/admission/registerFirstUser.ts';
import { Actions } from '../../ui/controls/Actions.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Disclosure } from '../../ui/controls/Disclosure.tsx';
import { GatePage } from '../../ui/layout/GatePage.tsx';

export function ProcessReview({ processes }: { processes: readonly FoundProcess[] }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [done, setDone] = useState(false);
  const choose = (id: string, on: boolean) =>
    setChosen((before) => new Set(on ? [...before, id] : [...before].filter((other) => other !== id)));
  const finish = () => {
    setDone(true);
    dispatch(processesReviewed([...chosen]));
  };
  return (
    <GatePage
      title={t('Processes from before the login')}
      lead={t('The user is created. Choose the processes to delete; all others stay as they are.')}
    >
      <fieldset className="choices">
        <legend className="visually-hidden">{t('Processes to delete')}</legend>
        {processes.map(({ id, name, addresses }) => (
          <div key={id} className="stack">
            <label className="choice">
              <input type="checkbox" checked={chosen.has(id)} onChange={({ target }) => choose(id, target.checked)} />
              <span className="wraps">
                {name || id}
                {name && <span className="field-note">{id}</span>}
              </span>
            </label>
            <Disclosure summary={t('Addresses')} note={name || id}>
              <ul>
                {addresses.map((address, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
                  <li key={i}>
                    <code className="wraps">{address}</code>
                  </li>
                ))}
              </ul>
            </Disclosure>
          </div>
        ))}
      </fieldset>
      <Actions note={chosen.size > 0 ? t('This cannot be undone.') : undefined}>
        <Button kind={chosen.size > 0 ? 'dangerMain' : 'main'} busy={done} onClick={finish}>
          {chosen.size > 0
            ? t('Delete {{0}} of {{1}} and continue', { 0: chosen.size, 1: processes.length })
            : t('Keep all and continue')}
        </Button>
      </Actions>
    </GatePage>
  );
}
