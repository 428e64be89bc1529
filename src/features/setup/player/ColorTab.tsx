import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Button } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { ColorField } from '../../../ui/form/ColorField.tsx';
import { contrastOf, LEGIBLE, rgbOf, shownRatio } from '../../../viewer/contrast.ts';
import { PLAYER_COLORS, parseHexColor } from '../../../viewer/player/hexColor.ts';
import { playerFaultsOf } from './draft.ts';
import { type OpenPlayerForm, type PlayerDraft, playerChanged } from './slice.ts';

/** Color of the control bar and of the play sign, both nearly black. */
const GROUND = '#0c1210';

/** Returns the contrast ratio of a color to the controls if it is too low; null if sufficient, or not a color. */
export function lowContrastOf(entered: string): number | null {
  const color = parseHexColor(entered);
  if (color === null) return null;
  const ratio = contrastOf(rgbOf(color), rgbOf(GROUND));
  return ratio < LEGIBLE.sign ? ratio : null;
}

export function ColorTab({ form: { draft, stored, tried } }: { form: OpenPlayerForm }) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const faults = tried ? playerFaultsOf(draft, stored) : {};
  const set = (changed: Partial<PlayerDraft['color']>) =>
    dispatch(playerChanged({ color: { ...draft.color, ...changed } }));
  const fields = [
    { key: 'seekbar', label: t('Seek bar'), help: t('The part that was played, and the volume.') },
    { key: 'buttons', label: t('Buttons'), help: t('The play button and the controls below the video.') },
  ] as const;
  const isUnchosen = fields.every(({ key }) => draft.color[key].trim() === '');
  return (
    <>
      {fields.map(({ key, label, help }) => {
        const entered = draft.color[key];
        const fault = faults[`color.${key}`];
        const ratio = lowContrastOf(entered);
        return (
          <div key={key} className="stack stack-form">
            <ColorField
              label={label}
              help={help}
              error={fault && t(fault)}
              value={entered}
              placeholder={t('Default')}
              color={entered.trim() === '' ? PLAYER_COLORS[key] : parseHexColor(entered)}
              onChange={(value) => set({ [key]: value })}
            />
            {ratio !== null && (
              <Alert
                tone="warning"
                title={t('{{name}}: the contrast is {{ratio}}:1.', {
                  name: label,
                  ratio: shownRatio(ratio, i18n.language),
                })}
              >
                {t('The controls are drawn on black. Choose a lighter color, with a contrast of at least 3:1.')}
              </Alert>
            )}
          </div>
        );
      })}
      <div>
        <Button icon="restart" disabled={isUnchosen} onClick={() => set({ seekbar: '', buttons: '' })}>
          {t('Default colors')}
        </Button>
      </div>
    </>
  );
}
