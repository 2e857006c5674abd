import type { Attributes } from '@opentelemetry/api'
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics'
import { toHrTime } from './span-data.ts'

/** What prom-client gives as JSON. */
export interface PromMetric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram' | 'summary'
  values: { value: number; labels: Record<string, string | number>; metricName?: string }[]
}

/** ValueType.DOUBLE of @opentelemetry/api. */
const double = 1

interface Times {
  /** Since when it is counted, and now: milliseconds since 1970. */
  since: number
  now: number
}

/** What /metrics shows, as OpenTelemetry has it. There are no summaries. */
export function metricsOf(metrics: readonly PromMetric[], times: Times): MetricData[] {
  return metrics.flatMap((metric) => {
    const data = dataOf(metric, times)
    return data && data.dataPoints.length > 0 ? [data] : []
  })
}

function dataOf({ name, help, type, values }: PromMetric, { since, now }: Times): MetricData | undefined {
  const descriptor = { name, description: help, unit: unitOf(name), valueType: double }
  const base = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE }
  const times = { startTime: toHrTime(since), endTime: toHrTime(now) }
  if (type === 'histogram') {
    const dataPoints = histogramsOf(name, values).map((one) => ({ ...times, ...one }))
    return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints }
  }
  const dataPoints = values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ value, labels }) => ({ ...times, attributes: labels as Attributes, value }))
  if (type === 'counter') return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
  return type === 'gauge' ? { ...base, dataPointType: DataPointType.GAUGE, dataPoints } : undefined
}

function histogramsOf(name: string, values: PromMetric['values']) {
  const series = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  return [...series].map(([labels, rows]) => {
    const buckets = rows.filter(({ metricName }) => metricName === `${name}_bucket`)
    const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0))
    const boundaries = buckets.flatMap(({ labels: { le } }) => (le === '+Inf' ? [] : [Number(le)]))
    const of = (suffix: string) => rows.find(({ metricName }) => metricName === name + suffix)?.value ?? 0
    const value = { buckets: { boundaries, counts }, sum: of('_sum'), count: of('_count') }
    return { attributes: JSON.parse(labels) as Attributes, value }
  })
}

function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's'
  return /_bytes(_total)?$/.test(name) ? 'By' : ''
}
