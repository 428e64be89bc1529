import { useEffect, useRef } from 'react';
import uPlot from 'uplot';

/** px between the edge and the plot area; others on the same time axis use them, too. */
export const CHART_INSET = { left: 56, right: 20 };
const HEIGHT = 128;
const AXIS = 24;
const FONT = "12px 'Inter Variable', system-ui, sans-serif";

interface FigureChartProps {
  /** Unix seconds. */
  from: number;
  to: number;
  /** Each value lasts until the next time; null breaks the line. */
  columns: { time: number[]; mean: (number | null)[]; min: (number | null)[]; max: (number | null)[] };
  ticks: readonly number[];
  tickText: (time: number) => string;
  valueText: (value: number) => string;
}

/** Mean as a line, range as a band. Visual only: a table or sentence says the same for screen readers. */
export function FigureChart(props: FigureChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(props);
  const plot = useRef<uPlot>(null);
  useEffect(() => {
    const { current: root } = place;
    if (!root) return;
    const chart = new uPlot(
      optionsOf(root, () => shown.current),
      dataOf(shown.current),
      root,
    );
    plot.current = chart;
    const fit = () => {
      if (root.clientWidth > 0 && root.clientWidth !== chart.width)
        chart.setSize({ width: root.clientWidth, height: HEIGHT });
    };
    const resized = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(fit);
    resized?.observe(root);
    const recolored = new MutationObserver(() => chart.redraw(false));
    recolored.observe(document.documentElement, { attributeFilter: ['data-scheme'] });
    const system = matchMedia('(prefers-color-scheme: light)');
    const redraw = () => chart.redraw(false);
    system.addEventListener('change', redraw);
    return () => {
      resized?.disconnect();
      recolored.disconnect();
      system.removeEventListener('change', redraw);
      chart.destroy();
    };
  }, []);
  useEffect(() => {
    shown.current = props;
    plot.current?.setData(dataOf(props));
  });
  return <div ref={place} className="figure-chart" style={{ height: HEIGHT }} aria-hidden />;
}

const dataOf = ({ columns: { time, max, min, mean } }: FigureChartProps): uPlot.AlignedData => [time, max, min, mean];

function optionsOf(root: HTMLElement, props: () => FigureChartProps): uPlot.Options {
  const color = (name: string) => () => getComputedStyle(root).getPropertyValue(`--${name}`);
  const shadow = () => {
    const paint = color('accent')();
    return /^#[\da-f]{6}$/i.test(paint) ? `${paint}40` : paint;
  };
  const line = { stroke: color('line'), width: 1 };
  const axis = { font: FONT, stroke: color('dim'), ticks: { ...line, size: 4 }, gap: 4 };
  const bound = { width: 0, points: { show: false } };
  return {
    ...{ width: root.clientWidth || 320, height: HEIGHT, padding: [8, CHART_INSET.right, 0, 0] },
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: () => [props().from, props().to] },
      // From zero, so that half as much looks like half as much.
      y: { range: (_, __, max) => [0, Number.isFinite(max) && max > 0 ? max * 1.1 : 1] },
    },
    series: [
      {},
      { ...bound, stroke: color('accent') },
      { ...bound, stroke: color('accent') },
      { stroke: color('accent'), width: 1.5, points: { show: false } },
    ],
    bands: [{ series: [1, 2], fill: shadow }],
    axes: [
      {
        ...{ ...axis, size: AXIS, grid: line },
        splits: () => [...props().ticks],
        values: (_, splits) => splits.map((time) => props().tickText(time)),
      },
      {
        ...{ ...axis, size: CHART_INSET.left, space: 32, grid: line },
        values: (_, splits) => splits.map((value) => props().valueText(value)),
      },
    ],
  };
}
