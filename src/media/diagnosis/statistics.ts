const SPEAKER = /^(?:\[[^\]]{1,120}\]\s*)+/;
const FAILED =
  /^speed=|error|fail|refus|reject|denied|timed? ?out|invalid|cannot|can't|could not|unable|un(?:known|defined|supported|expected)|not |no such|miss(?:ed|ing)|too |lost|closed|reset|abort|broken|killed|terminat|signal|corrupt|overrun|dropp|exceed|ignor|deprecat|discontinu|monoton|unset|retry|full|must |\b(?:HTTP|RTSP|status|code|returned|reply)\b|:\/\//i;
const LABELLED = /[:=]\s*(?:[-+]?\d[\d.]{0,20}\s?%?|[-+]?(?:nan|inf))$/i;
const FIGURE = /^[-+]?\d[\d.]*(?:e[-+]?\d+)?(?:%|[a-z]{1,4}(?:\/s)?)?$/i;

/** Decided by the form, because each encoder, filter and muxer names its figures differently: "PSNR y:31.2". */
export function isStatistics(line: string): boolean {
  const text = line.slice(0, 500).replace(SPEAKER, '');
  if (FAILED.test(text)) return false;
  if (LABELLED.test(text)) return true;
  const words = text.split(/[\s,:=;()|]+/).filter((word) => word !== '');
  const figures = words.filter((word) => FIGURE.test(word)).length;
  return figures > 0 && figures * 2 >= words.length - figures;
}
