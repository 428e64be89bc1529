import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { chooseBestEncoder, encoderTestResult } from '../../../catalog/coders/bestEncoder.ts';
import { encodersToTest } from '../../../catalog/coders/chooseCoders.ts';
import { encoderManualUrl } from '../../../catalog/coders/encoderManualUrl.ts';
import { hardwareNeedsOf } from '../../../catalog/coders/hardwareNeeds.ts';
import { encoderOf } from '../../../catalog/coders/index.ts';
import type { Encoder } from '../../../catalog/form/defineCatalogEntry.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { CAUSES } from '../../../media/diagnosis/causes.ts';
import { causeTexts } from '../../../media/diagnosis/causeTexts.ts';
import { codecName } from '../../../media/encoding/codecName.ts';
import { countInRealTime, type Machine, type TestedEncoder } from '../../../media/encoding/encoderTestResults.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import { IconLink, LinkButton } from '../../../ui/controls/Button.tsx';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { List, ListRow } from '../../../ui/layout/ListRow.tsx';
import { Icon } from '../../../ui/look/icons.tsx';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import type { WithResources } from '../../shared/resource/slice.ts';
import { useSpeed } from '../coder/useEncoderTestText.tsx';
import { type TrialProgress, trialClosed, trialOpened } from './slice.ts';
import { TrialCard, useEncoderTrial } from './TrialCard.tsx';

export function EncodersCard() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const trial = useEncoderTrial();
  const skills = useSelector(({ session }: WithSession) => coreInfoOf(session)?.skills);
  const resource = useSelector((state: WithResources) => state.resource);
  useEffect(() => {
    dispatch(trialOpened());
    return () => {
      dispatch(trialClosed());
    };
  }, [dispatch]);
  const encoders = skills ? encodersToTest(skills) : [];
  const isTested = ({ id }: Encoder) => skills?.tested?.[id] !== undefined;
  const tested = encoders.filter(isTested);
  const results = tested.flatMap(({ id }) => skills?.tested?.[id] ?? []);
  const newest = results.toSorted((a, b) => b.at - a.at)[0];
  const doesWork = ({ id }: Encoder) => skills?.tested?.[id]?.works === true;
  const working = tested.filter(doesWork);
  const failed = tested.filter((encoder) => !doesWork(encoder));
  const codecs = [...new Set(working.map(({ codec }) => codec))];
  // A trial uses the whole machine, so its free capacity is not measurable meanwhile.
  const isTrying = trial.status === 'running' || trial.status === 'stopping';
  const machine = !isTrying && resource ? { cores: resource.cpu.cores, used: resource.cpu.percent ?? 0 } : null;
  const rows = (shown: readonly Encoder[]) =>
    shown.flatMap((encoder) => {
      const result = skills?.tested?.[encoder.id];
      const own = newest && isOfOneTest(result, newest) ? null : result;
      return result ? [<ResultRow key={encoder.id} {...{ encoder, result, own, machine }} />] : [];
    });
  const progress = (running: TrialProgress) => {
    if (running.of !== 'encoders') return '';
    const { id, height, done, all } = running;
    const name = t(encoderOf('video', id)?.name ?? encoderOf('audio', id)?.name ?? id);
    const label = height > 0 ? t('{{coder}} at {{height}}p', { coder: name, height }) : name;
    return t('Testing {{what}}: {{number}} of {{all}} …', { what: label, number: done + 1, all });
  };
  return (
    <>
      {trial.status === 'idle' && trial.problem && <Alert title={t(trial.problem)} />}
      <TrialCard
        of="encoders"
        main
        title={t('Encoders')}
        note={t('{{number}} on this core', { number: encoders.length })}
        back={<LinkButton href="#/settings">{t('Settings')}</LinkButton>}
        begin={t('Test the encoders')}
        question={t('Test the encoders now?')}
        disabled={encoders.length === 0}
        progress={progress}
      >
        <div>
          {skills && <Best encoders={encoders} skills={skills} isTrying={isTrying} />}
          {newest && (
            <div className="small dim">
              <Tested result={newest} />
            </div>
          )}
        </div>
        <p className="dim small">
          {t(
            'Each encoder encodes three seconds of a test pattern, one after the other. Nothing is sent, your channels stay as they are, and the result is stored for everyone on this core. The test uses the whole processor and ends when you leave this page.',
          )}
        </p>
        {codecs.map((codec) => (
          <section key={codec}>
            <h3>{t(codecName(codec))}</h3>
            <List label={t(codecName(codec))}>{rows(working.filter((encoder) => encoder.codec === codec))}</List>
          </section>
        ))}
        {failed.length > 0 && (
          <Disclosure summary={t('Not on this machine')} note={String(failed.length)}>
            <List label={t('Not on this machine')}>{rows(failed)}</List>
          </Disclosure>
        )}
        <Untested encoders={encoders.filter((encoder) => !isTested(encoder))} />
      </TrialCard>
    </>
  );
}

const USUAL_HEIGHT = 720;

function Best({ encoders, skills, isTrying }: { encoders: readonly Encoder[]; skills: Skills; isTrying: boolean }) {
  const { t } = useTranslation();
  const speed = useSpeed();
  const usual = encoders.filter(({ codec }) => codec === 'h264');
  const best = chooseBestEncoder(usual, USUAL_HEIGHT, skills);
  const size = best && encoderTestResult(best, skills)?.sizes.find(({ speed: measured }) => measured > 0);
  const values = best && size ? { coder: t(best.name), speed: speed(size) } : null;
  const isNew = encoders.every(({ id }) => skills.tested?.[id] === undefined);
  if (values === null && !isNew) return null;
  const answer =
    values === null
      ? t('Not tested yet')
      : isTrying
        ? t('Best so far: {{coder}}, {{speed}}', values)
        : t('Best here: {{coder}}, {{speed}}', values);
  return <p className="answer">{answer}</p>;
}

function Untested({ encoders }: { encoders: readonly Encoder[] }) {
  const { t } = useTranslation();
  if (encoders.length === 0) return null;
  return (
    <Disclosure summary={t('Not tested')} note={String(encoders.length)}>
      <ul className="names" aria-label={t('Not tested')}>
        {encoders.map(({ id, name }) => (
          <li key={id}>{t(name)}</li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** Results within an hour belong to one test run. */
const TEST_MS = 3_600_000;

const isOfOneTest = (a: TestedEncoder | undefined, b: TestedEncoder): boolean =>
  a?.core === b.core && a.ffmpeg === b.ffmpeg && a.old === b.old && Math.abs(a.at - b.at) < TEST_MS;

interface ResultRowProps {
  encoder: Encoder;
  result: TestedEncoder;
  /** Set if the encoder was tested in another run than the one named above the list. */
  own: TestedEncoder | null | undefined;
  machine: Machine | null;
}

function ResultRow({ encoder, result, own, machine }: ResultRowProps) {
  const { t } = useTranslation();
  const speed = useSpeed();
  const address = encoderManualUrl(encoder);
  const state = result.works ? t('Works') : t('Does not work');
  const figures = result.sizes.map((size) =>
    size.height === 0
      ? []
      : size.speed === 0
        ? t('does not work at {{height}}p', { height: size.height })
        : speed(size),
  );
  return (
    <ListRow
      icon={
        <span className={`grade-sign tone-${result.works ? 'accent' : 'error'}`}>
          <Icon name={result.works ? 'check' : 'cross'} />
        </span>
      }
      title={t(encoder.name)}
      detail={[state, ...figures.flat()].join(' · ')}
      tone={result.works ? 'neutral' : 'error'}
      below={
        <div className="small dim">
          {result.works && machine && <Fits encoder={encoder} result={result} machine={machine} />}
          {!result.works && <Reason encoder={encoder} result={result} />}
          {own && <Tested result={own} />}
        </div>
      }
      end={
        address && (
          <IconLink icon="help" label={t('Documentation of {{coder}}', { coder: encoder.id })} href={address} />
        )
      }
    />
  );
}

function Fits({ encoder, result, machine }: { encoder: Encoder; result: TestedEncoder; machine: Machine }) {
  const { t } = useTranslation();
  const sizes = result.sizes.filter(({ height, speed }) => height > 0 && speed > 0);
  if (sizes.length === 0) return null;
  const fits = sizes.map((size) =>
    t('{{number}} at {{height}}p', { number: countInRealTime(size, encoder.hardware, machine), height: size.height }),
  );
  return <p>{t('Fit beside the current load, at 25 frames/s: {{fits}}', { fits: fits.join(', ') })}</p>;
}

function Reason({ encoder, result }: { encoder: Encoder; result: TestedEncoder }) {
  const { t } = useTranslation();
  const cause = CAUSES.find((cause) => cause === result.cause) ?? 'unknown';
  const needs = hardwareNeedsOf(encoder);
  const { title, remedy } = causeTexts[cause].source;
  return (
    <>
      <p>
        {cause === 'unknown' ? t('ffmpeg could not use it on this machine.') : t(title)}{' '}
        {needs ? t(needs) : cause === 'unknown' ? '' : t(remedy)}
      </p>
      {result.line !== '' && <code>{result.line}</code>}
    </>
  );
}

function Tested({ result: { at, core, ffmpeg, old } }: { result: TestedEncoder }) {
  const { t, i18n } = useTranslation();
  const when = formatMoment(at / 1000, i18n.language);
  return (
    <p>
      {old
        ? t('Old: tested on {{when}} with core {{core}} and ffmpeg {{ffmpeg}}. Test again.', { when, core, ffmpeg })
        : t('Tested on {{when}} with core {{core}} and ffmpeg {{ffmpeg}}.', { when, core, ffmpeg })}
    </p>
  );
}
