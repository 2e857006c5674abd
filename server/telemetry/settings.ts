import { z } from 'zod'
import { wholeNumber } from '../whole-number.ts'

const address = z.url({ protocol: /^https?$/, error: 'Must be an http:// or https:// address' }).optional()
const protocol = z.enum(['http/protobuf', 'http/json'], 'Must be http/protobuf or http/json')
const headers = z
  .string()
  .regex(
    /^\s*[!#$%&'*+.^_`|~0-9A-Za-z-]+\s*=[^,\p{Cc}]*(,\s*[!#$%&'*+.^_`|~0-9A-Za-z-]+\s*=[^,\p{Cc}]*)*$/u,
    'Must be name=value,name=value, with values percent-encoded',
  )
  .optional()
const exporter = z.enum(['otlp', 'none'], 'Must be otlp or none').default('otlp')
const path = z.string().min(1, 'Required').optional()

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/**
 * By the names that OpenTelemetry gives them.
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export const telemetrySettings = {
  otelDisabled: {
    variable: 'OTEL_SDK_DISABLED',
    schema: z
      .enum(['true', 'false'], 'Must be true or false')
      .transform((value) => value === 'true')
      .default(false),
  },
  otelEndpoint: { variable: 'OTEL_EXPORTER_OTLP_ENDPOINT', schema: address },
  otelTracesEndpoint: { variable: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', schema: address },
  otelMetricsEndpoint: { variable: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', schema: address },
  otelHeaders: { variable: 'OTEL_EXPORTER_OTLP_HEADERS', secret: true as const, schema: headers },
  otelTracesHeaders: {
    variable: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    secret: true as const,
    schema: headers,
  },
  otelMetricsHeaders: {
    variable: 'OTEL_EXPORTER_OTLP_METRICS_HEADERS',
    secret: true as const,
    schema: headers,
  },
  otelProtocol: { variable: 'OTEL_EXPORTER_OTLP_PROTOCOL', schema: protocol.default('http/protobuf') },
  otelTracesProtocol: { variable: 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', schema: protocol.optional() },
  otelMetricsProtocol: { variable: 'OTEL_EXPORTER_OTLP_METRICS_PROTOCOL', schema: protocol.optional() },
  otelTimeout: { variable: 'OTEL_EXPORTER_OTLP_TIMEOUT', schema: wholeNumber(100, 60_000).default(10_000) },
  otelCompression: {
    variable: 'OTEL_EXPORTER_OTLP_COMPRESSION',
    schema: z.enum(['gzip', 'none'], 'Must be gzip or none').default('none'),
  },
  otelCertificate: { variable: 'OTEL_EXPORTER_OTLP_CERTIFICATE', schema: path },
  otelClientCertificate: { variable: 'OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE', schema: path },
  otelClientKey: { variable: 'OTEL_EXPORTER_OTLP_CLIENT_KEY', schema: path },
  otelServiceName: { variable: 'OTEL_SERVICE_NAME', schema: z.string().max(255).optional() },
  otelResource: {
    variable: 'OTEL_RESOURCE_ATTRIBUTES',
    schema: z
      .string()
      .regex(/^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$/, 'Must be name=value,name=value, with values percent-encoded')
      .optional(),
  },
  otelTracesExporter: { variable: 'OTEL_TRACES_EXPORTER', schema: exporter },
  otelMetricsExporter: { variable: 'OTEL_METRICS_EXPORTER', schema: exporter },
  otelSampler: {
    variable: 'OTEL_TRACES_SAMPLER',
    schema: z.enum(samplers, `Must be one of ${samplers.join(', ')}`).default('parentbased_always_on'),
  },
  otelSamplerShare: {
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    schema: z.coerce
      .number('Must be from 0 to 1')
      .min(0, 'Must be from 0 to 1')
      .max(1, 'Must be from 0 to 1')
      .default(1),
  },
  otelBatchDelay: { variable: 'OTEL_BSP_SCHEDULE_DELAY', schema: wholeNumber(10, 60_000).default(5000) },
  otelBatchTimeout: {
    variable: 'OTEL_BSP_EXPORT_TIMEOUT',
    schema: wholeNumber(100, 120_000).default(30_000),
  },
  otelQueue: { variable: 'OTEL_BSP_MAX_QUEUE_SIZE', schema: wholeNumber(1, 100_000).default(2048) },
  otelBatch: { variable: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE', schema: wholeNumber(1, 10_000).default(512) },
  otelMetricsEvery: {
    variable: 'OTEL_METRIC_EXPORT_INTERVAL',
    schema: wholeNumber(100, 3_600_000).default(60_000),
  },
}

export type TelemetrySettings = {
  [Name in keyof typeof telemetrySettings]: z.output<(typeof telemetrySettings)[Name]['schema']>
}

/** What is to be sent: what somebody named a collector for. */
export function wantedTelemetry(settings: TelemetrySettings): { traces: boolean; metrics: boolean } {
  const { otelDisabled, otelEndpoint, otelTracesEndpoint, otelMetricsEndpoint } = settings
  const { otelTracesExporter, otelMetricsExporter } = settings
  return {
    traces:
      !otelDisabled && otelTracesExporter === 'otlp' && (otelTracesEndpoint ?? otelEndpoint) !== undefined,
    metrics:
      !otelDisabled && otelMetricsExporter === 'otlp' && (otelMetricsEndpoint ?? otelEndpoint) !== undefined,
  }
}

/** The settings as variables again, which the packages of OpenTelemetry read by themselves. */
export function telemetryEnvironment(settings: TelemetrySettings): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const [name, { variable }] of Object.entries(telemetrySettings)) {
    const value = settings[name as keyof TelemetrySettings]
    if (value !== undefined) environment[variable] = String(value)
  }
  return environment
}
