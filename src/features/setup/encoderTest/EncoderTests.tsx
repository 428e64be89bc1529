import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { chooseBestEncoder, encoderTestResult } from '../../../catalog/coders/bestEncoder.ts';
import { encoderOf } from '../../../catalog/coders/index.ts';
import type { Encoder } from '../../../catalog/form/defineCatalogEntry.ts';
import { codecName } from '../../../media/encoding/codecName.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button, LinkButton } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { ProgressNote } from '../../../ui/feedback/Waiting.tsx';
import { Card, Stack } from '../../../ui/layout/Card.tsx';
import { List } from '../../../ui/layout/ListRow.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import type { WithResources } from '../../shared/resource/slice.ts';
import { useSpeed } from '../coder/useEncoderTestText.tsx';
import { ResultRow } from './ResultRow.tsx';
import {
  type TestProgress,
  testClosed,
  testOpened,
  testRequested,
  testStopped,
  type WithEncoderTest,
} from './slice.ts';
import { byCodec, testable } from './testableEncoders.ts';

/** All encoders of this core that can be chosen here, what they can do, and the button that finds out. */
export function EncoderTests() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const test = useSelector(({ encoderTest }: WithEncoderTest) => encoderTest);
  const skills = useSelector(({ session }: WithSession) => coreInfoOf(session)?.skills);
  const resource = useSelector((state: WithResources) => state.resource);
  useEffect(() => {
    dispatch(testOpened());
    return () => {
      dispatch(testClosed());
    };
  }, [dispatch]);
  const encoders = skills ? testable(skills) : [];
  const elsewhere = test.status === 'running' && test.of === 'ffmpeg';
  const works = test.status === 'running' || test.status === 'stopping';
  // While it is measured, all of the machine is in use by that.
  const machine = !works && resource ? { cores: resource.cpu.cores, used: resource.cpu.percent ?? 0 } : null;
  return (
    <>
      {test.status === 'idle' && test.problem && <Alert title={t(test.problem)} />}
      <Card
        title={t('Encoders')}
        note={t('{{number}} on this core', { number: encoders.length })}
        foot={
          <Actions
            back={<LinkButton href="#/settings">{t('Settings')}</LinkButton>}
            note={test.status === 'running' && test.of === 'encoders' ? <Progress {...test} /> : undefined}
          >
            {works && !elsewhere ? (
              <Button busy={test.status === 'stopping'} onClick={() => dispatch(testStopped())}>
                {t('Stop the test')}
              </Button>
            ) : (
              <Button
                kind="main"
                disabled={elsewhere || encoders.length === 0}
                onClick={() => dispatch(testRequested({ confirmed: false }))}
              >
                {t('Test the encoders')}
              </Button>
            )}
          </Actions>
        }
      >
        <Stack>
          <p className="dim small">
            {t(
              'Each encoder encodes three seconds of a test pattern, one after the other. Nothing is sent, your channels stay as they are, and the result is stored for everyone on this core. The test uses the whole processor and ends when you leave this page.',
            )}
          </p>
          {skills && <Best encoders={encoders} skills={skills} />}
          {byCodec(encoders).map(({ codec, encoders: of }) => (
            <section key={codec}>
              <h3>{t(codecName(codec))}</h3>
              <List label={t(codecName(codec))}>
                {of.map((encoder) => (
                  <ResultRow
                    key={encoder.id}
                    encoder={encoder}
                    result={skills?.tested?.[encoder.id]}
                    machine={machine}
                  />
                ))}
              </List>
            </section>
          ))}
        </Stack>
      </Card>
      <ConfirmDialog
        open={test.status === 'asked' && test.of === 'encoders'}
        title={t('Test the encoders now?')}
        confirm={t('Test the encoders')}
        onConfirm={() => dispatch(testRequested({ confirmed: true }))}
        onClose={() => dispatch(testStopped())}
      >
        {test.status === 'asked' &&
          t(
            '{{count}} processes are running on this core. They may stutter for the minutes that the test takes, if they encode on the same machine.',
            {
              count: test.running,
              defaultValue_one:
                '{{count}} process is running on this core. It may stutter for the minutes that the test takes, if it encodes on the same machine.',
            },
          )}
      </ConfirmDialog>
    </>
  );
}

/** What is taken by itself for what everybody can play, once that is known. */
function Best({ encoders, skills }: { encoders: readonly Encoder[]; skills: Skills }) {
  const { t } = useTranslation();
  const speed = useSpeed();
  const usual = encoders.filter(({ codec }) => codec === 'h264');
  const best = chooseBestEncoder(usual, USUAL_HEIGHT, skills);
  const size = best && encoderTestResult(best, skills)?.sizes.find(({ speed: measured }) => measured > 0);
  if (!best || !size) return null;
  return <p>{t('Best here: {{coder}}, {{speed}}', { coder: t(best.name), speed: speed(size) })}</p>;
}

const USUAL_HEIGHT = 720;

function Progress({ id, height, done, all }: Extract<TestProgress, { of: 'encoders' }>) {
  const { t } = useTranslation();
  const name = t(encoderOf('video', id)?.name ?? encoderOf('audio', id)?.name ?? id);
  const what = height > 0 ? t('{{coder}} at {{height}}p', { coder: name, height }) : name;
  return <ProgressNote>{t('Testing {{what}}: {{number}} of {{all}} …', { what, number: done + 1, all })}</ProgressNote>;
}
